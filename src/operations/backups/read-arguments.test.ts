import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { UsageError } from '../run-command.ts'
import { readBackupArguments, readRestoreArguments } from './read-arguments.ts'

test('backup arguments select a file, or a folder or bucket for several backups', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity())
  expect(readBackupArguments(['/a'])).toEqual({ kind: 'file', file: '/a' })
  const plain = { to: '/safe', keep: undefined, recipient: undefined, isVerified: false }
  expect(readBackupArguments(['--to', '/safe'])).toEqual({ kind: 'kept', options: plain, every: undefined })
  const all = ['--to=s3://safe/shop', '--every=90m', '--keep=24', `--recipient=${recipient}`, '--verify']
  expect(readBackupArguments(all)).toEqual({
    kind: 'kept',
    options: { to: 's3://safe/shop', keep: 24, recipient, isVerified: true },
    every: 5_400_000,
  })
})

test.for([
  [],
  ['a', 'b'],
  ['a', '--keep', '3'],
  ['--to', ''],
  ['--to', 'a', 'b'],
  ['--to', 'a', '--unknown'],
])('the backup arguments %j print the usage', (args) => {
  expect(() => readBackupArguments(args)).toThrow(UsageError)
  expect(() => readBackupArguments(args)).toThrow(/^Usage:/)
})

test.for([
  ['every', '0h', '-1h', '1.5h', '90', '25d', '1h30m'],
  ['keep', '0', '-1', 'x', '1.5'],
  ['recipient', '', 'age1x', 'AGE-SECRET-KEY-1'],
])('the backup command reports an invalid --%s', ([name = '', ...values]) => {
  for (const value of values) {
    expect(() => readBackupArguments(['--to', 'a', `--${name}=${value}`])).toThrow(new RegExp(`^--${name}: `))
  }
})

test('restore arguments are one archive and an optional key file', () => {
  expect(readRestoreArguments(['/a'])).toEqual({ archive: '/a', identityFile: undefined })
  const named = readRestoreArguments(['s3://safe/x', '--identity', '/key'])
  expect(named).toEqual({ archive: 's3://safe/x', identityFile: '/key' })
  for (const args of [[], ['a', 'b'], ['a', '--key', 'b']]) {
    expect(() => readRestoreArguments(args)).toThrow(/^Usage:/)
  }
})
