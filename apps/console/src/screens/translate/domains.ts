import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TranslateRequest } from '@transledger/sdk';

type Domain = NonNullable<TranslateRequest['domain']>;

/** Names of the domains (EuroVoc), by the values that the service takes. */
export const domainNames: Record<Domain, MessageDescriptor> = {
  '04 politics': msg`Politics`,
  '08 international relations': msg`International relations`,
  '10 European Union': msg`European Union`,
  '12 law': msg`Law`,
  '16 economics': msg`Economics`,
  '20 trade': msg`Trade`,
  '24 finance': msg`Finance`,
  '28 social questions': msg`Social questions`,
  '32 education and communications': msg`Education and communications`,
  '36 science': msg`Science`,
  '40 business and competition': msg`Business and competition`,
  '44 employment and working conditions': msg`Employment and working conditions`,
  '48 transport': msg`Transport`,
  '52 environment': msg`Environment`,
  '56 agriculture, forestry and fisheries': msg`Agriculture, forestry and fisheries`,
  '60 agri-foodstuffs': msg`Agri-foodstuffs`,
  '64 production, technology and research': msg`Production, technology and research`,
  '66 energy': msg`Energy`,
  '68 industry': msg`Industry`,
  '72 geography': msg`Geography`,
  '76 international organisations': msg`International organisations`,
};

export const domains = Object.keys(domainNames) as Domain[];
