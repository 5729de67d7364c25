import { z } from 'zod'
import { calendarDay, emailAddress, requiredLine, requiredText, text } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { cancellationTexts } from '../cancellation/cancellation-texts.ts'
import type { Statement, StatementKind } from '../page-data.ts'
import { withdrawalTexts } from '../texts.ts'
import { t } from '#foundation/language/t.ts'

const whoAndWhat = {
  name: requiredLine(120),
  email: emailAddress,
  reference: requiredText(500),
}

const noMore = {
  ground: z.literal('').catch(''),
  cause: z.literal('').catch(''),
  endsOn: z.literal('').catch(''),
}

/** The differences between withdrawals and cancellations. Everything else is shared. */
export const kindsOfStatement = {
  withdrawal: {
    path: '/withdraw',
    fields: z.object({ ...whoAndWhat, ...noMore }),
    statement: ({ reference }: Statement) => withdrawalTexts.statement(reference),
  },
  cancellation: {
    path: '/cancel-contract',
    fields: z
      .object({
        ...whoAndWhat,
        ground: z.enum(['ordinary', 'cause'], { error: messages.choice }),
        cause: text(1_000).trim(),
        endsOn: z.union([z.literal(''), calendarDay(() => t('Enter a date, or leave it empty'))]),
      })
      .refine(({ ground, cause }) => ground !== 'cause' || cause !== '', {
        path: ['cause'],
        error: () => t('Enter a reason to cancel for cause'),
      }),
    statement: (said: Statement) => cancellationTexts.statement(said),
  },
} as const

export function textsOf(kind: StatementKind) {
  return kind === 'withdrawal' ? withdrawalTexts : cancellationTexts
}
