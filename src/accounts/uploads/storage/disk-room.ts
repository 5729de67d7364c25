import { NoRoom } from '../errors.ts'
import type { UploadServices } from '../multipart/store-upload.ts'

/** What uploads leave free on a disk, in bytes: the database and the log need it. */
const reserve = 1024 ** 3

/** Throws NoRoom where the disk has not so many bytes to spare now; a bucket has. */
export async function demandDiskRoom(
  { storage }: Pick<UploadServices, 'storage'>,
  name: string,
  bytes: number,
): Promise<void> {
  const room = await storage.room()
  if (room !== undefined && room - bytes < reserve) throw new NoRoom(name)
}
