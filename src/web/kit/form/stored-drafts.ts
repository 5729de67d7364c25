type Store = Pick<Storage, 'length' | 'key' | 'removeItem'>

/** The beginning of the names of unsaved drafts, followed by their person's id. */
export const draftPrefix = 'formDraft '

function isDraftOf(key: string, userId: string): boolean {
  return key.startsWith(`${draftPrefix}${userId} `)
}

/** Whether this person has a draft stored in this browser. */
export function hasDraftsOf(store: Store, userId: string): boolean {
  return keysOf(store).some((key) => isDraftOf(key, userId))
}

/** Deletes everything except this name and this person's drafts. */
export function clearAllBut(store: Store, spared: string, userId: string): void {
  for (const key of keysOf(store)) {
    if (key !== spared && !isDraftOf(key, userId)) store.removeItem(key)
  }
}

/** Deletes other people's drafts, so that the next user of the browser cannot find them. */
export function deleteDraftsOfOthers(store: Store, userId: string): void {
  for (const key of keysOf(store)) {
    if (key.startsWith(draftPrefix) && !isDraftOf(key, userId)) store.removeItem(key)
  }
}

function keysOf(store: Store): string[] {
  return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
}
