import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const time = z.iso.datetime()
const archive = z.object({
  at: time,
  name: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
})

const backupState = z.object({
  /** Of the last run, whatever came of it. */
  lastRun: z.object({ at: time, isDone: z.boolean() }),
  /** The last archive that lies complete where backups go. */
  lastStored: archive.nullable(),
  /** The last of them that was restored into a database of its own before it was stored. */
  lastVerified: archive.nullable(),
})
export type BackupState = z.output<typeof backupState>
export type StoredBackup = z.output<typeof archive>

/**
 * What the backups of this data directory came to; undefined before the first of them, and where nobody can read what
 * the file says: the next run writes it anew.
 */
export async function readBackupState(dataDir: string): Promise<BackupState | undefined> {
  try {
    return backupState.parse(JSON.parse(await readFile(stateFile(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Replaces the whole state at once, so that who reads meanwhile sees the one or the other. */
export async function writeBackupState(dataDir: string, state: BackupState): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${stateFile(dataDir)}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, stateFile(dataDir))
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'backup-state.json')
}
