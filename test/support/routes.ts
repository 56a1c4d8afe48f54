import type { App } from '#http/server/app.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** Method and path of every route of an app, from Fastify's own listing. */
export function routesOf(app: App): string[] {
  const found: string[] = []
  const stack: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) continue
    const depth = itemOrThrow(match, 1).length / 4
    stack.length = depth
    stack[depth] = itemOrThrow(match, 2)
    for (const method of match[3]?.split(', ') ?? []) found.push(`${method} ${stack.join('').replace(/\/{2,}/g, '/')}`)
  }
  return found
}
