import { longInstantText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { countStrange, mailedSinglyOf, type StrangeHour } from './strange-statements.ts'

const whatFits = {
  nothing: 'neither number nor email fits anything that was bought',
  number: 'number and email do not belong together',
  email: 'no number is named',
  number_and_email: 'number and email fit, but all that they name had a statement before',
} as const satisfies Record<StrangeHour['fits'], string>

/** Tells a seller, or the operator, how many statements came in an hour that nobody could be told of one by one. */
export async function writeCounted(
  { db, config }: Pick<Services, 'db' | 'config'>,
  of: StrangeHour,
): Promise<Message> {
  const subject = 'Many withdrawals and cancellations came at once'
  const count = await countStrange(db, of)
  const isKnown = of.fits === 'number_and_email'
  const others = isKnown
    ? 'You had a message of its own about the first of each order.'
    : `You had a message of its own about the first ${mailedSinglyOf(of)}. Nothing was refunded or canceled.`
  const what = `In the hour from ${longInstantText(Date.parse(of.from))}, ${count} statements came of which ${whatFits[of.fits]}. ${others}`
  const todo =
    of.sellerId === null
      ? 'Their shops are not known: see “npm run admin -- list-statements”, and answer those that are meant.'
      : 'Machines may have sent them, but a buyer may be among them and wait for your answer. Look through them in your withdrawals; those that fit nothing can be closed together.'
  const url = `${config.publicUrl}/sales/withdrawals`
  return {
    subject,
    text: [what, todo, ...(of.sellerId === null ? [] : ['', url])].join('\n'),
    body: {
      heading: subject,
      parts: [text(what), text(todo), ...(of.sellerId === null ? [] : [button('See your withdrawals', url)])],
    },
  }
}
