/** A new event, as its deliveries are planned. */
export type CollectedEvent = {
  readonly id: number
  readonly sellerId: string
  readonly type: string
  readonly formId: string | null
}
