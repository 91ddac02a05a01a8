import type { Webhook, WebhookFields } from '@transledger/sdk';
import type { Command } from 'commander';
import { CommandError } from '../command-error.js';
import type { Context } from '../context.js';
import { toSequence, toSeveral } from '../option-values.js';
import type { Runner } from '../runner.js';
import { WebhookListener } from '../webhooks/listen.js';
import { type Listener, type ListenPlace, readPlace, writePlace } from '../webhooks/listen-place.js';

const usualEvents = ['document.completed', 'document.failed'];

interface ListenOptions {
  forwardTo?: string;
  events?: string[];
  after?: number;
  new?: true;
  once?: true;
}

const toReceiver = (text: string): string => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandError('input', `${text} is no address of a receiver.`, 'It begins with http:// or https://.');
};

/** The place that was kept, or a new webhook. */
const placeOf = async (context: Context, listener: Listener, options: ListenOptions): Promise<ListenPlace> => {
  const { io, output } = context;
  const kept = options.new === true ? undefined : await readPlace(io.env, listener);
  if (kept !== undefined) {
    output.note(`It goes on behind message ${options.after ?? kept.after} of ${kept.webhookId}.`);
    return { ...kept, after: options.after ?? kept.after };
  }
  const events = [...listener.events] as WebhookFields['events'];
  const { id, secret } = await (await context.client()).webhooks.create({ delivery: 'pull', events }, context.call);
  const place = { webhookId: id, secret, after: options.after ?? 0 };
  await writePlace(io.env, listener, place);
  output.note(`The webhook ${id} was made for this listener.`);
  return place;
};

const listen = async (context: Context, options: ListenOptions): Promise<void> => {
  const { url } = await context.profile();
  const forwardTo = options.forwardTo === undefined ? undefined : toReceiver(options.forwardTo);
  const listener = { url, events: options.events ?? usualEvents, forwardTo };
  const place = await placeOf(context, listener, options);
  context.output.note(`Its secret is ${place.secret}`);
  const listening = { listener, place, once: options.once === true };
  await new WebhookListener(context, await context.client(), listening).listen();
};

const headings = ['WEBHOOK', 'DELIVERY', 'STATUS', 'EVENTS', 'URL'];

const rowOf = ({ id, delivery, status, events, url }: Webhook) => [id, delivery, status, events.join(' '), url];

const maxListed = 100;

/** `webhooks`. */
export const addWebhooks = (program: Command, run: Runner): void => {
  const webhooks = program.command('webhooks').description('what the service tells programs');
  webhooks
    .command('listen')
    .description('pull messages, forward each to a receiver on this machine, and keep the place')
    .option('--forward-to <url>', 'where they go, signed as the service signs; they are printed alone when omitted')
    .option('--events <events>', 'of these kinds; document.completed and document.failed when omitted', toSeveral)
    .option('--after <sequence>', 'go on behind this message', toSequence)
    .option('--new', 'begin with a new webhook')
    .option('--once', 'end when nothing more is there')
    .action(run(async (context, options: ListenOptions) => listen(context, options)));
  webhooks
    .command('list')
    .description('the webhooks of the organization, newest first')
    .action(
      run(async (context) => {
        const found = await (await context.client()).webhooks.list({}, context.call).first(maxListed);
        await context.output.list(found, headings, rowOf);
      }),
    );
  webhooks
    .command('delete')
    .description('delete one')
    .argument('<id>')
    .action(
      run(async (context, id: string) => {
        await (await context.client()).webhooks.delete(id, context.call);
        await context.output.print({ id, deleted: true }, () => [`${id} is deleted.`]);
      }),
    );
};
