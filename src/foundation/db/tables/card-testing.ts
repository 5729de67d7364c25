import type { Defaulted, View } from '../driver/column-types.ts'

/** A card-testing attack on a form. It ends an hour after the last decline. */
export type CardTestingAttacksTable = {
  id: string
  formId: string
  beganAt: Date
  endsAt: Date
  declineCount: Defaulted<number>
}

export type CardTestingAttacksView = View<CardTestingAttacksTable, 'id' | 'formId' | 'endsAt'>
