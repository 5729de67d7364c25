import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The product's folder, which contains `package.json`, both when running from sources and when built. */
export const root = dirname(findPackageJSON(import.meta.url) ?? '.')
