import { Decrypter, Encrypter } from 'age-encryption'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RestoreFailed } from '#foundation/db/backup/restore.ts'
import { BackupDamaged } from '../tar.ts'

const magic = 'age-encryption.org/'

/** Whether a text is a public key to which an archive can be encrypted. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Encrypts a file for the owner of a key, in the age format (https://age-encryption.org/v1). */
export async function encryptFile(source: string, target: string, recipient: string): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const encrypted = await encrypter.encrypt(ReadableStream.from(bytesOf(source)))
  await pipeline(
    Readable.from(encrypted),
    createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }),
  )
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === magic
  } finally {
    await handle.close()
  }
}

/**
 * Decrypts a file made by `encryptFile` or the age program, with the secret keys in `identityFile`. Throws
 * RestoreFailed for a file without keys and for keys that do not match, and BackupDamaged if the content was changed.
 */
export async function decryptFile(source: string, target: string, identityFile: string): Promise<void> {
  const decrypter = new Decrypter()
  for (const identity of await readIdentities(identityFile)) addIdentity(decrypter, identity, identityFile)
  try {
    const decrypted = await decrypter.decrypt(ReadableStream.from(bytesOf(source)))
    await pipeline(
      Readable.from(decrypted),
      createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }),
    )
  } catch (error) {
    // A full disk or an unreadable file is not the archive's fault.
    if (error instanceof Error && 'errno' in error) throw error
    if (error instanceof Error && error.message.startsWith('no identity matched')) {
      throw new RestoreFailed(`The key in ${identityFile} does not open this backup.`, { cause: error })
    }
    throw new BackupDamaged('The backup is damaged: its content is not what was encrypted.')
  }
}

/** The secret keys in a file written by age-keygen, which can contain comments. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0) throw new RestoreFailed(`${file} contains no age key.`)
  return identities
}

function addIdentity(decrypter: Decrypter, identity: string, file: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch (error) {
    throw new RestoreFailed(`${file} has a line that is not an age key.`, { cause: error })
  }
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file)) {
    if (Buffer.isBuffer(chunk)) yield chunk
  }
}
