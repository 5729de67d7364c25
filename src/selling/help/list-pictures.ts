import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { helpFolder } from './read-topics.ts'

/** The names of the help's pictures: what else somebody asks for is never looked for on the disk. */
export async function listPictures(root: string): Promise<ReadonlySet<string>> {
  return new Set((await readdir(join(root, helpFolder, 'pictures'))).filter((name) => name.endsWith('.webp')))
}
