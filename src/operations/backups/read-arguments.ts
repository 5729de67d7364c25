import { parseArgs, type ParseArgsConfig } from 'node:util'
import { placeOf, UsageError } from '../run-command.ts'
import { isRecipient } from './encrypt-backup.ts'
import type { BackupOptions } from './run-backup.ts'

const backupUsage = `Usage:
  npm run backup -- FILE
  npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--every 1h] [--keep 24] [--recipient age1…] [--verify]`
const restoreUsage = 'Usage: npm run restore -- FILE|s3://BUCKET/PREFIX/NAME [--identity KEYFILE]'

const milliseconds = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])
/** The longest timer in Node, in milliseconds. */
const longestPause = 2 ** 31 - 1

export type BackupPlan =
  | { readonly kind: 'file'; readonly file: string }
  /** `every` is in milliseconds, or undefined for a single backup. */
  | { readonly kind: 'kept'; readonly options: BackupOptions; readonly every: number | undefined }

/** Parses the arguments of `npm run backup`. Throws UsageError. */
export function readBackupArguments(args: readonly string[]): BackupPlan {
  const { values, positionals } = parse(args, backupUsage, {
    to: { type: 'string' },
    every: { type: 'string' },
    keep: { type: 'string' },
    recipient: { type: 'string' },
    verify: { type: 'boolean' },
  })
  const [file, ...more] = positionals
  if (values.to === undefined) {
    if (file === undefined || file === '' || more.length > 0 || Object.keys(values).length > 0)
      throw new UsageError(backupUsage)
    return { kind: 'file', file: placeOf(file) }
  }
  if (file !== undefined || values.to === '') throw new UsageError(backupUsage)
  const { recipient } = values
  if (recipient !== undefined && !isRecipient(recipient)) {
    throw new UsageError('--recipient: not a public age key, such as age-keygen prints (age1…).')
  }
  return {
    kind: 'kept',
    options: {
      to: values.to.startsWith('s3://') ? values.to : placeOf(values.to),
      keep: values.keep === undefined ? undefined : readCount(values.keep),
      recipient,
      isVerified: values.verify === true,
    },
    every: values.every === undefined ? undefined : readDuration(values.every),
  }
}

/** Parses the arguments of `npm run restore`. Throws UsageError. */
export function readRestoreArguments(args: readonly string[]) {
  const { values, positionals } = parse(args, restoreUsage, { identity: { type: 'string' } })
  const [archive, ...more] = positionals
  if (archive === undefined || archive === '' || more.length > 0) throw new UsageError(restoreUsage)
  return {
    archive: archive.startsWith('s3://') ? archive : placeOf(archive),
    identityFile: values.identity === undefined ? undefined : placeOf(values.identity),
  }
}

function parse<const T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  usage: string,
  options: T,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch {
    throw new UsageError(usage)
  }
}

function readCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count) || count < 1)
    throw new UsageError('--keep: how many backups to keep, at least 1.')
  return count
}

function readDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const time = Number(count) * (milliseconds.get(unit) ?? 0)
  if (time === 0 || time > longestPause)
    throw new UsageError('--every: minutes, hours or days, such as 30m, 1h or 1d; up to 24 days.')
  return time
}
