/** From which hour to which a member wants to hear of nothing, by the clock of their zone. */
export type Quiet = { readonly from: number; readonly to: number }

type Hours = { readonly quietFrom: number | null; readonly quietTo: number | null }

/** Of a row that has both or neither. */
export function quietOf({ quietFrom: from, quietTo: to }: Hours): Quiet | null {
  return from === null || to === null ? null : { from, to }
}
