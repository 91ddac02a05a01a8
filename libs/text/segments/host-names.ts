/**
 * Names of hosts. `is`, `no` and `shop` are words too, and a space may be missing behind a full stop (`It was good.it is
 * late`): where an ending is a word, something else has to say that it is one of a host.
 */

/** Endings that begin no sentence. */
const endings = [
  'com|org|net|edu|gov|mil|info|eu|io|app|dev|tech|cloud|online|website|site|store|shop|blog|xyz|club|wiki|agency|company',
  'digital|solutions|software|academy|aero|coop|jobs|mobi|asia|cat|gal|eus|bzh|scot|wales|swiss|berlin|hamburg|wien',
  'local|localdomain|lan|internal|intranet',
  'ac|ae|ag|aq|aw|ax|bb|bd|bf|bg|bh|bj|bm|bn|br|bs|bt|bv|bw|bz|cc|cd|cg|ch|ck|cl|cm|cn|cr|cv|cw|cx|cy|cz',
  'dj|dk|dm|dz|ec|ee|fj|fk|fm|fr|gb|gd|ge|gf|gg|gh|gi|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|iq|jm|jp',
  'kg|kh|km|kn|kp|kr|kw|ky|kz|lc|lk|lr|ls|lt|lu|lv|ly|mc|mg|mh|mm|mn|mp|mq|mt|mv|mw|mx|mz|nc|nf|ng|nl|nz|pf|pg|ph|pk|pl',
  'pn|pr|pt|pw|py|qa|rs|ru|rw|sb|sc|sd|sg|sh|sj|sk|sl|sn|ss|sv|sx|sz|tc|td|tf|tg|th|tk|tm|tn|tr|tt|tw|tz',
  'ua|ug|uk|uy|vg|vn|vu|wf|ws|yt|zm|zw',
].join('|');

/** Countries whose code is a word or an abbreviation in a language that is translated. */
const words = [
  'ad|af|ai|al|am|ao|ar|as|at|au|az|ba|be|bi|biz|bo|by|ca|cf|ci|co|cu|de|do|eg|er|es|et|fi|fo|ga|gl|id|ie|il|im|in|ir|is|it|je|jo|ke|ki',
  'la|lb|li|ma|md|me|mk|ml|mo|mr|ms|mu|my|na|ne|ni|np|nu|om|pa|pe|pm|ps|re|ro|sa|se|si|sm|sr|st|su|sy|tj|tl|to|tv|us|uz',
  'va|vc|ve|vi|ye|za',
].join('|');
/** Words that may be a sentence by themselves (`Yes.no.`), or end one (`Tel.no.`). */
const sentences =
  'no|so|nr|name|live|pro|top|news|world|space|host|page|life|email|today|zone|home|art|design|example|test';

const label = String.raw`[\p{L}\p{N}_][\p{L}\p{N}_-]{0,60}\.`;
/** A label with a letter that is no abbreviation, as those of `e.g.` and `p.ej.` are. */
const name = String.raw`(?=[\p{N}_-]{0,60}\p{L})[\p{L}\p{N}_][\p{L}\p{N}_-]{2,60}\.`;
const secondLevel = String.raw`(?:ac|co|go|gv|or)\.`;
const port = String.raw`:\d{2,5}(?!\d)`;
const path = String.raw`(?:/[\p{L}\p{N}._~%+#?=&@-]{0,80}){0,12}(?<=[\p{L}\p{N}_/-])`;
const atEnd = String.raw`(?![\p{L}\p{M}\p{N}_]|\.[\p{Ll}\p{N}])`;
/** The end of a text, a sentence or a bracket. */
const closes = String.raw`(?=[.!?;:]{0,3}["'”’»)\]]{0,2}(?:$|[\n\r])|[.!?;:]["'”’»)\]]{0,2}\s|[)\]])`;

const forms = [
  `(?:${label}){1,6}(?:${endings})${atEnd}(?:${port})?${path}`,
  `(?:${label}){1,5}(?:${secondLevel}|${name})(?:${words}|${sentences})${atEnd}(?:${port})?${path}`,
  String.raw`${label}(?:${words}|${sentences})(?:${port}|(?=/[\p{L}\p{N}]))${path}`,
  `${name}(?:${words})${closes}`,
];

/** Source of a regular expression with the flag `u`, where a word begins: `db01.example.com`, `example.co.uk:8080/a`. */
export const hostName = String.raw`(?=${label}[\p{L}\p{N}_])(?:${forms.join('|')})`;
