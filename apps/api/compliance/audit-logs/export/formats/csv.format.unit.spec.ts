import { describe, expect, it } from 'vitest';
import { csv } from './csv.format.js';
import { exportedEntry } from './exported-entry.fixture.js';

describe('the audit log as CSV', () => {
  it('the columns are the fields of an entry, metadata as JSON', () => {
    expect(csv.head).toBe(
      'id,timestamp,action,resource,resource_id,user_id,key_id,key_name,ip_address,user_agent,request_id,metadata,result,' +
        'user_name,user_email,source_language,target_language,word_count,filename,code,status\r\n',
    );
    expect(csv.line(exportedEntry({ key_name: null }))).toBe(
      'aud_00000000000017777777777777,2026-11-21T10:00:00.000Z,translate,text,req_1,usr_ada,key_1,,192.0.2.7,curl/8,req_1,' +
        '"{""source_language"":""en"",""target_language"":""es"",""word_count"":2}",success,,,en,es,2,,,\r\n',
    );
  });

  it('an entry without a name of a file has that of its document', () => {
    const of = { action: 'translate_document', document_name: 'letter.docx' } as const;
    expect(csv.line({ ...exportedEntry({ metadata: {} }), ...of })).toContain(',success,,,,,,letter.docx,,\r\n');
    const own = exportedEntry({ metadata: { filename: 'own.docx' } });
    expect(csv.line({ ...own, ...of })).toContain(',success,,,,,,own.docx,,\r\n');
  });

  it('who acted is named where it is known, and no cell is a formula or ends a line', () => {
    const entry = exportedEntry({ metadata: { code: 'insufficient_scope', status: 403, filename: '=a\u2028b.docx' } });
    const cells = csv.line(entry, { name: '=Ada\u0085', email: 'ada@example.com' }).split(',success,')[1];
    expect(cells).toBe("'=Ada\\u0085,ada@example.com,,,,'=a\\u2028b.docx,insufficient_scope,403\r\n");
  });
});
