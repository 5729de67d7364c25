type Store = Pick<Storage, 'length' | 'key' | 'removeItem'>

/** Names of what was typed and not saved; the id of the person who typed it follows. */
export const draftPrefix = 'formDraft '

function isDraftOf(key: string, userId: string): boolean {
  return key.startsWith(`${draftPrefix}${userId} `)
}

/** Whether something that this person typed is stored here. */
export function hasDraftsOf(store: Store, userId: string): boolean {
  return keysOf(store).some((key) => isDraftOf(key, userId))
}

/** Deletes everything but this name, and what this person typed and has not saved. */
export function clearAllBut(store: Store, spared: string, userId: string): void {
  for (const key of keysOf(store)) {
    if (key !== spared && !isDraftOf(key, userId)) store.removeItem(key)
  }
}

/** Deletes what others typed here: nobody is to find it who uses this browser after them. */
export function deleteDraftsOfOthers(store: Store, userId: string): void {
  for (const key of keysOf(store)) {
    if (key.startsWith(draftPrefix) && !isDraftOf(key, userId)) store.removeItem(key)
  }
}

function keysOf(store: Store): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
}
