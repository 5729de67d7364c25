type Page<Item> = { readonly data: readonly Item[]; readonly nextPage: number | null }

/** Reads a whole list, page by page, for a choice that must not hide any of its items. */
export async function readAll<Item extends { readonly id: string }>(
  readPage: (page: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  // New items shift the others, so an item can appear twice.
  const items = new Map<string, Item>()
  for (let page: number | null = 0; page !== null;) {
    const { data, nextPage }: Page<Item> = await readPage(page)
    for (const item of data) items.set(item.id, item)
    page = nextPage
  }
  return [...items.values()]
}
