import { expect, test } from 'vitest'
import { devicesOf } from './devices.ts'

const session = (id: string, device: string, isThis = false) => ({
  id,
  device,
  address: null,
  signedInAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-01T08:00:00.000Z',
  isThis,
})

test('sessions with the same browser and system are shown as one device, below the current device', () => {
  const devices = devicesOf([
    session('1', 'Firefox on Windows'),
    session('2', 'Chrome on macOS'),
    session('3', 'Chrome on macOS', true),
    session('4', 'Firefox on Windows'),
  ])

  expect(devices.map(({ latest, ids }) => [latest.device, ids])).toEqual([
    ['Chrome on macOS', ['3']],
    ['Firefox on Windows', ['1', '4']],
    ['Chrome on macOS', ['2']],
  ])
})
