import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The product's folder, which contains `package.json`, both for the sources and for what is built from them. */
export const root = dirname(findPackageJSON(import.meta.url) ?? '.')
