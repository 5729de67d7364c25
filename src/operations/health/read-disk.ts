import { statfs } from 'node:fs/promises'

/** The disk that a folder is on, in bytes; `free` is what the product's user may use. */
export async function readDisk(folder: string): Promise<{ size: number; free: number }> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}
