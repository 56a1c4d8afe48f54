import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const manifestSchema = z.record(
  z.string(),
  z.looseObject({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
)
const app = 'index.html'

/** The document of a page, and its headers. */
interface PageAnswer {
  file: string
  headers: Record<string, string>
}

export interface FirstCalls {
  /** The call that tells who is signed in. */
  sessionCall: string
  /** By the path of a page, the calls without input that it makes first. */
  firstCalls?: Record<string, string[]>
  /** A page with this name in its query string is for visitors. */
  sharedBy?: string
}

/**
 * Answers by the paths of pages: `Link` has the browser request the page's own files together with the app, which would
 * do so only when it runs, and so the session's call and the first ones of a member's page. A page's chunk is in the
 * folder of its path.
 */
export async function readPreloads(
  folder: string,
  { sessionCall, firstCalls = {} }: FirstCalls,
): Promise<(pathname: string, isShared: boolean) => PageAnswer> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8')))
  const known = new Map<string, PageAnswer>()
  const answerOf = (pathname: string, isShared: boolean): PageAnswer => {
    const name = pathname === '/' ? '/home' : pathname
    const own = ['pages', 'visitors'].map(kind => `${kind}${name}.html`).find(file => existsSync(path.join(folder, file)))
    // The app is in index.html.
    const keys = new Set([`${name.slice(1)}/Page.tsx`])
    for (const key of keys) for (const next of manifest[key]?.imports ?? []) if (next !== app) keys.add(next)
    const files = [...keys].flatMap(key => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat())
    const calls = own?.startsWith('pages') && !isShared ? [sessionCall, ...(firstCalls[pathname] ?? [])] : []
    const links = [...calls.map(call => `<${call}>; rel=preload; as=fetch; crossorigin`), ...files.map(linkTo)]
    return { file: own ?? app, headers: files.length > 0 ? { Link: links.join(', ') } : {} }
  }
  return (pathname, isShared) => {
    const key = `${pathname} ${isShared}`
    const answer = known.get(key) ?? answerOf(pathname, isShared)
    known.set(key, answer)
    return answer
  }
}

const linkTo = (file: string) => `</${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`
