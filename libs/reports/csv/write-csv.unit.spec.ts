import { expect, it } from 'vitest';
import { textOf, wholeReport } from '../report-content.fixture.js';
import { writeCsv } from './write-csv.js';

it('a report is one table whose rows say what they are, entries in further columns, formulas defused', async () => {
  const none = ','.repeat(21);
  const entry = (id: string) =>
    `entries,entry,,,,,,,,,,${id},2026-11-21T10:00:00.000Z,translate,text,req_1,usr_ada,key_1,,192.0.2.7,'=cmd|x,req_1,"{""word_count"":2}",success,Ada Lovelace,,,,2,,,`;
  expect(
    (await textOf(writeCsv({ ...wholeReport, people: { usr_ada: { name: 'Ada Lovelace' } } }))).split('\r\n'),
  ).toEqual([
    'section,kind,group,label,name,value,unit,status,evidence_count,evidence_query,evidence,id,timestamp,action,resource,resource_id,user_id,key_id,key_name,ip_address,user_agent,request_id,metadata,result,user_name,user_email,source_language,target_language,word_count,filename,code,status',
    `,report,,,id,rep_1,,,,,${none}`,
    `,report,,,type,audit,,,,,${none}`,
    `,report,,,title,Audit report,,,,,${none}`,
    `,report,,,created_at,2026-12-01T08:00:00.000Z,,,,,${none}`,
    `,report,,,organization_id,org_1,,,,,${none}`,
    `,report,,,organization_name,'=Oy,,,,,${none}`,
    `,report,,,period_start,2026-11-01,,,,,${none}`,
    `,report,,,period_end,2026-11-30,,,,,${none}`,
    `,method,,,,How it was made.,,,,,${none}`,
    `,method,,,,What it cannot know.,,,,,${none}`,
    `,checkpoint,,,,"origin\n42\nroot\n",,,,,${none}`,
    `first,section,,,First,,,partly_evidenced,7,start=2026-11-01&end=2026-12-01,aud_1 aud_2${none}`,
    `first,text,,,,"One, two.",,,,,${none}`,
    `first,text,,,,'=three,,,,,${none}`,
    `first,figure,,,change,-2,characters,,,,${none}`,
    `first,figure,,,busiest_day,2026-11-21,,,,,${none}`,
    `first,control,CC6.1,,Access,Nothing to show.,,not_applicable,0,,${none}`,
    `first,chart,Use,a,,3,requests,,,,${none}`,
    `first,table,Keys,key_1,Requests,3,,,,,${none}`,
    `first,table,Keys,key_1,Note,,,,,,${none}`,
    `entries,section,,,Entries,,,evidenced,3,,${none}`,
    entry('aud_1'),
    entry('aud_2'),
    entry('aud_3'),
    '',
  ]);
});

it('a report without entries has no columns for them', async () => {
  const [first] = wholeReport.sections;
  const lines = (await textOf(writeCsv({ ...wholeReport, sections: first === undefined ? [] : [first] }))).split(
    '\r\n',
  );
  expect(lines[0]).toBe('section,kind,group,label,name,value,unit,status,evidence_count,evidence_query,evidence');
  expect(lines[1]).toBe(',report,,,id,rep_1,,,,,');
});
