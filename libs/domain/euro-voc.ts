/** The 21 domains of EuroVoc, written as the API writes them. */
export const euroVocDomains = [
  '04 politics',
  '08 international relations',
  '10 European Union',
  '12 law',
  '16 economics',
  '20 trade',
  '24 finance',
  '28 social questions',
  '32 education and communications',
  '36 science',
  '40 business and competition',
  '44 employment and working conditions',
  '48 transport',
  '52 environment',
  '56 agriculture, forestry and fisheries',
  '60 agri-foodstuffs',
  '64 production, technology and research',
  '66 energy',
  '68 industry',
  '72 geography',
  '76 international organisations',
] as const;

/** The domain that is recorded where none was requested. */
export const generalDomain = 'general';
