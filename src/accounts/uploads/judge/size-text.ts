import { maximumUpload } from '../contract.ts'

const kilobyte = 1024
const megabyte = kilobyte ** 2
const gigabyte = kilobyte ** 3

/** A size for people: `1.8 GB`, `412 MB`, `12 KB`. */
export function sizeText(bytes: number): string {
  if (bytes >= gigabyte) return `${short(bytes / gigabyte)} GB`
  if (bytes >= megabyte) return `${short(bytes / megabyte)} MB`
  return kilobytes(bytes)
}

/**
 * A file size for lists: in KB, as the specification requires, even for small files. Larger files, such as videos, use
 * the unit that people would use.
 */
export function listedSize(bytes: number): string {
  return bytes > maximumUpload ? sizeText(bytes) : kilobytes(bytes)
}

function kilobytes(bytes: number): string {
  return bytes < 103 ? 'under 0.1 KB' : `${(bytes / kilobyte).toFixed(1)} KB`
}

function short(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.floor(value))
}
