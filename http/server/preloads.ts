import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const manifestSchema = z.record(
  z.string(),
  z.looseObject({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
)
const app = 'index.html'

/**
 * Headers of a page by its path: `Link` has the browser request the page's own files together with the app, which would
 * do so only when it runs. A page's chunk is in the folder of its path.
 */
export async function readPreloads(folder: string): Promise<(pathname: string) => Record<string, string>> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')))
  const known = new Map<string, Record<string, string>>()
  const headersOf = (pathname: string): Record<string, string> => {
    // The app is in index.html. What blocks the first paint is requested first: there are few connections.
    const keys = new Set([`${pathname === '/' ? 'home' : pathname.slice(1)}/Page.tsx`])
    for (const key of keys) for (const next of manifest[key]?.imports ?? []) if (next !== app) keys.add(next)
    const files = [...keys].flatMap(key => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat())
    return files.length > 0 ? { Link: ['</early.js>; rel=preload; as=script', ...files.map(linkTo)].join(', ') } : {}
  }
  return pathname => {
    const headers = known.get(pathname) ?? headersOf(pathname)
    known.set(pathname, headers)
    return headers
  }
}

const linkTo = (file: string) => `</${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`
