import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'

/** Where the front end is: in the folder `built` below `root`, or on a Vite server in development. */
export type FrontEnd = {
  readonly root: string
  readonly built: string
  readonly dev?: ViteDevServer | undefined
}

/** A renderer for the server: the name of its build, and the path of its source from the product's root. */
export type RendererSource = { readonly name: string; readonly entry: string }

/** Opens a React renderer on the server. In development, each use loads it again, because edits change it. */
export async function openRenderer<Renderer>(
  { root, built, dev }: FrontEnd,
  { name, entry }: RendererSource,
  isRenderer: (module: unknown) => module is Renderer,
): Promise<() => Renderer> {
  const check = (module: unknown): Renderer => {
    if (!isRenderer(module)) throw new Error(`${entry} cannot be rendered: its build is not complete`)
    return module
  }
  if (dev !== undefined) return openLive(dev, entry, check)
  const renderer = check(await import(pathToFileURL(join(root, built, `ssr/${name}.js`)).href))
  return () => renderer
}

/** In development, each use reloads the renderer from its sources, so that changes appear. */
async function openLive<Renderer>(
  dev: ViteDevServer,
  entry: string,
  check: (module: unknown) => Renderer,
): Promise<() => Renderer> {
  const { isRunnableDevEnvironment } = await import('vite')
  const environment = dev.environments['ssr']
  if (environment === undefined || !isRunnableDevEnvironment(environment)) {
    throw new Error('The development server has no environment to render pages in')
  }
  const load = async () => ({ renderer: check(await environment.runner.import(`/${entry}`)) })
  let current = await load()
  return () => {
    load().then(
      (loaded) => (current = loaded),
      (error: unknown) => dev.config.logger.error(String(error)),
    )
    return current.renderer
  }
}

/** Whether a module exports functions with these names. */
export function hasFunctions(module: unknown, names: readonly string[]): boolean {
  return (
    typeof module === 'object' &&
    module !== null &&
    names.every((name) => typeof Reflect.get(module, name) === 'function')
  )
}
