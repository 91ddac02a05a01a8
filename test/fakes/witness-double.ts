import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  cosign,
  formatNote,
  makeVerifierKey,
  type NoteSignature,
  type PolicyWitness,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureType,
  verifyConsistency,
  verifyNote,
} from '@transledger/audit-proof';
import { publicKeyOf } from '../../packages/audit-proof/ed25519.js';

interface Answer {
  status: number;
  text: string;
  type?: string;
}

/** A witness that speaks C2SP tlog-witness, with its state in memory. */
export class WitnessDouble {
  /** Bodies of the requests so far. */
  readonly asked: string[] = [];
  /** The newest head that it has cosigned, by the name of the log. */
  readonly seen = new Map<string, { size: number; root: Uint8Array }>();
  /** Whether it knows every log, by whatever key. */
  knowsAll = false;
  /** Answers in place of its own. */
  instead: Answer | undefined;
  private readonly keys = new Map<string, string[]>();

  private constructor(
    readonly witness: PolicyWitness & { url: string },
    private readonly secret: Uint8Array,
    private readonly server: Server,
  ) {}

  static async start(name: string): Promise<WitnessDouble> {
    const secret = new Uint8Array(32).fill(name.length + 40);
    const key = makeVerifierKey(`${name}.example`, await publicKeyOf(secret), signatureType.cosignature);
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`;
    const double = new WitnessDouble({ name, key, url }, secret, server);
    server.on('request', async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      double.asked.push(body);
      const {
        status,
        text,
        type = 'text/plain',
      } = request.url === '/w/add-checkpoint'
        ? (double.instead ?? (await double.answer(body)))
        : { status: 405, text: '' };
      response.writeHead(status, { 'content-type': type }).end(text);
    });
    return double;
  }

  /** Has it know a log by a key. */
  trust(origin: string, verifierKey: string): void {
    this.keys.set(origin, [...(this.keys.get(origin) ?? []), verifierKey]);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(body: string): Promise<Answer> {
    const end = body.indexOf('\n\n');
    const [old = '', ...lines] = body.slice(0, end).split('\n');
    const note = parseNote(body.slice(end + 2));
    const head = parseCheckpoint(note.text);
    const keys = this.keys.get(head.origin);
    if (keys === undefined && !this.knowsAll) return { status: 404, text: '' };
    const valid = await Promise.all((keys ?? []).map((key) => verifyNote(note, parseVerifierKey(key))));
    if (!this.knowsAll && !valid.includes(true)) return { status: 403, text: '' };
    const seen = this.seen.get(head.origin) ?? { size: 0, root: new Uint8Array() };
    const from = Number(old.slice('old '.length));
    if (from > head.size) return { status: 400, text: '' };
    if (from !== seen.size) return { status: 409, text: `${seen.size}\n`, type: 'text/x.tlog.size' };
    const proof = lines.map((line) => new Uint8Array(Buffer.from(line, 'base64')));
    if (from === head.size && !Buffer.from(seen.root).equals(head.root)) return { status: 409, text: '' };
    if (from === 0 ? proof.length > 0 : !verifyConsistency(seen, head, proof)) return { status: 422, text: '' };
    this.seen.set(head.origin, head);
    return { status: 200, text: this.lineOf(note.text, await this.sign(note.text)) };
  }

  private sign(text: string): Promise<NoteSignature> {
    return cosign(text, this.witness.key.name, this.secret, new Date());
  }

  private lineOf(text: string, signature: NoteSignature): string {
    return formatNote({ text, signatures: [signature] }).slice(text.length + 1);
  }
}
