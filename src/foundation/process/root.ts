import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The product's folder, which holds its `package.json`: that of the sources, and of what is built of them. */
export const root = dirname(findPackageJSON(import.meta.url) ?? '.')
