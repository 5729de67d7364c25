const settling = new Map<string, Promise<unknown>>()

/** Settles a purchase; whoever asks by `untilSettled` meanwhile is told when that is over, in this process. */
export async function whileSettling<T>(purchaseId: string, settle: () => Promise<T>): Promise<T> {
  const work = settle()
  settling.set(purchaseId, work)
  try {
    return await work
  } finally {
    if (settling.get(purchaseId) === work) settling.delete(purchaseId)
  }
}

/** Comes back once the settling of the purchase that is under way in this process is over, however that ends. */
export async function untilSettled(purchaseId: string): Promise<void> {
  await settling.get(purchaseId)?.catch(() => undefined)
}
