/**
 * Goes through the fields of a message of Protocol Buffers. It makes no objects: a vocabulary has 100,000 fields, and the heap that they
 * would need stays as large as it once was. Calls `refuse` for bytes that are no message.
 */
export class ProtobufReader {
  /** Number of the field. */
  number = 0;
  /** Its value where it is a whole number, of up to 53 bits. */
  integer = 0;
  /** Where its value begins and ends where it is a string, bytes, a message, or a number of fixed width. */
  begin = 0;
  end = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly refuse: (reason: string) => never,
    private position = 0,
    private limit = bytes.length,
  ) {}

  /** Whether there is one more field; it is read then. */
  next(): boolean {
    if (this.position >= this.limit) return false;
    const key = this.varint();
    this.number = Math.floor(key / 8);
    const wire = key % 8;
    if (this.number < 1 || (wire !== 0 && wire !== 1 && wire !== 2 && wire !== 5))
      this.refuse('is no message of Protocol Buffers');
    this.integer = wire === 0 ? this.varint() : 0;
    const length = wire === 0 ? 0 : wire === 1 ? 8 : wire === 5 ? 4 : this.varint();
    if (length > this.limit - this.position) this.refuse(`is cut, or says that a part of it has ${length} bytes`);
    this.begin = this.position;
    this.end = this.position + length;
    this.position = this.end;
    return true;
  }

  /** Begins at another message, without a new reader. */
  enter(reader: ProtobufReader): this {
    this.position = reader.begin;
    this.limit = reader.end;
    return this;
  }

  private varint(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.position >= this.limit) this.refuse('is cut');
      const byte = this.bytes[this.position] ?? 0;
      this.position += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return this.refuse('has a number of more than 64 bits');
  }
}
