import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { openStorage } from '#accounts/uploads/storage/open-storage.ts'
import { ConfigurationError, type Config } from '#foundation/config/config.ts'
import { good, reasonOf, stop, warning, type Finding } from './finding.ts'

const gibibyte = 2 ** 30
const little = 2 * gibibyte
const none = gibibyte / 4

/** Writes, reads and deletes a test file in the storage for uploads. */
export async function checkStorage(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Finding[]> {
  // The test file is not in a separate folder, because the empty folder would remain.
  const path = `doctor-${randomUUID()}.txt`
  const content = Buffer.from('a probe')
  try {
    const storage = await openStorage(config)
    await storage.put(path, content)
    const found = await storage.read(path)
    const isSame = found !== undefined && (await buffer(found.stream)).equals(content)
    await storage.delete(path)
    if (isSame) return [good('Uploaded files can be stored.')]
    return [stop('A stored file did not read back the same.', 'Check the storage at STORAGE_URL.')]
  } catch (error) {
    if (error instanceof ConfigurationError) {
      return [
        stop(
          `${error.message}.`,
          'Correct STORAGE_URL, or the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        ),
      ]
    }
    const place =
      config.storageUrl === undefined
        ? `Allow this user to write to ${config.dataDir}.`
        : 'Allow the keys to write, read and delete in the bucket.'
    return [stop(`Files cannot be stored (${reasonOf(error)}).`, place)]
  }
}

export async function checkDisk(
  dataDir: string,
  freeOf: (folder: string) => Promise<number> = freeBytes,
): Promise<Finding[]> {
  const free = await freeOf(dataDir)
  const text = `The disk of ${dataDir} has ${(free / gibibyte).toFixed(1)} GiB left.`
  if (free < none) return [stop(text, 'Free up space, or move DATA_DIR to a larger disk.')]
  if (free < little) return [warning(text, 'Free up space, or move DATA_DIR to a larger disk.')]
  return [good(text)]
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
