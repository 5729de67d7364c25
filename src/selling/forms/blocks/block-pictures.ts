import type { FormBlock } from '#foundation/db/tables/form-content.ts'

/** A picture of a block, with the path of its field. */
export type BlockPicture = { readonly path: string; readonly image: string }

export function picturesOfBlocks(blocks: readonly FormBlock[]): BlockPicture[] {
  const at = (path: string, image: string | null) => (image === null ? [] : [{ path, image }])
  return blocks.flatMap((block, place) => [
    ...at(`blocks.${place}.image`, block.image),
    ...block.items.flatMap(({ image }, item) => at(`blocks.${place}.items.${item}.image`, image)),
  ])
}
