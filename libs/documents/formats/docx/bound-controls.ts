import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';

/** A control around paragraphs, whose properties come before the text that decides about them. */
interface BoundControl {
  /** The edit of its properties where its text is translated, and where it is not. */
  unbound: XmlEdit;
  kept: XmlEdit | undefined;
  state: 'open' | 'translated' | 'ended';
}

/** Holds the edits back that come behind the properties of a bound control, until it is known whether its text is translated. */
export class BoundControls {
  private readonly open: (BoundControl | undefined)[] = [];
  private readonly held: (XmlEdit | BoundControl)[] = [];

  get isHolding(): boolean {
    return this.held.length > 0;
  }

  /** Begins a control; `unbound` is undefined for one that is not bound. */
  begin(unbound: XmlEdit | undefined, kept: XmlEdit | undefined): void {
    const control: BoundControl | undefined = unbound && { unbound, kept, state: 'open' };
    this.open.push(control);
    if (control !== undefined) this.held.push(control);
  }

  end(): void {
    const control = this.open.pop();
    if (control?.state === 'open') control.state = 'ended';
  }

  hold(edit: XmlEdit | undefined, isTranslated: boolean): void {
    if (isTranslated) for (const control of this.open) if (control !== undefined) control.state = 'translated';
    if (edit !== undefined) this.held.push(edit);
  }

  /** The edits that wait for nothing any more, in their order. */
  released(): XmlEdit[] {
    const waiting = this.held.findIndex((each) => 'state' in each && each.state === 'open');
    const ready = this.held.splice(0, waiting < 0 ? this.held.length : waiting);
    return ready.flatMap((each) => {
      if (!('state' in each)) return [each];
      const edit = each.state === 'translated' ? each.unbound : each.kept;
      return edit === undefined ? [] : [edit];
    });
  }
}
