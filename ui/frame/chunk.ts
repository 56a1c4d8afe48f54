import { type ComponentType, lazy } from 'react'

/** A page's script or style that hasn't loaded after this time counts as failed. */
const chunkTimeoutMs = 120_000

/** A page's resource failed to load or timed out. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('页面资源加载失败', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Loads a page's chunk with its styles: Vite's import waits for both and fails if either does. */
export function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(new Error(`no answer within ${chunkTimeoutMs} ms`))), chunkTimeoutMs)
    load()
      .then(resolve, cause => reject(new ChunkLoadError(cause)))
      .finally(() => clearTimeout(timer))
  })
}

/**
 * A lazy component: its file is loaded when it is first shown; until then the nearest Suspense shows its fallback, a
 * failure goes to the page's error boundary.
 */
export const lazyPart = <Name extends string, Props>(name: Name, load: () => Promise<Record<Name, ComponentType<Props>>>) =>
  lazy(() => loadChunk(load).then(module => ({ default: module[name] })))

/** The entry script identifies the build: its hash changes with any file of the app. */
const entryOf = (page: Document) => page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null

/** The server's current first page; null: no server answers. */
async function firstPage(): Promise<Response | null> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).catch(() => null)
  return response?.ok ? response : null
}

export const hasServer = async () => (await firstPage()) !== null

/** The server's current build, if it isn't the running one. Null when they are the same or it is unknown. */
export async function newerBuild(): Promise<string | null> {
  const response = await firstPage()
  if (!response) return null
  const deployed = entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'))
  return deployed !== null && deployed !== entryOf(document) ? deployed : null
}

const reloadedForKey = 'hongyan.reloadedFor'

/** After a new deploy the old chunks are gone: reloads the page, once for each new build. Returns true when it does. */
export async function reloadIfNewBuild(): Promise<boolean> {
  const build = await newerBuild()
  if (build === null || sessionStorage.getItem(reloadedForKey) === build) return false
  sessionStorage.setItem(reloadedForKey, build)
  location.reload()
  return true
}
