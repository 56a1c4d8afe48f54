import { z } from 'zod'
import type { Scope } from '#contract/apps/app-labels.ts'
import { fault } from '#contract/open/vendor-error.ts'
import type { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AppCaller } from '#domain/apps/index.ts'
import type { SendRequest, Sent } from '#domain/messages/index.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'

/** The context of an action's handler. */
export interface VendorContext {
  caller: AppCaller
  requestId: string
  now: Date
  /** Reads in one transaction of the caller's account. */
  read: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Acts in one transaction, once for an idempotency key of the caller, in the name of a member. Refuses
   * `test_app_refused`: such changes affect all apps.
   */
  act: <T extends object>(act: (tx: Tx, by: { memberId: string; now: Date }) => Promise<T>) => Promise<T>
  /** Checks, charges and enqueues, and waits for the commit. */
  send: (request: Omit<SendRequest, 'caller' | 'ingress'>) => Promise<Sent | Refusal>
  /** Base of the platform's own short links. */
  shortLinkUrl: string
  /**
   * Saves a file until the signature that it proves is submitted; returns its id. Refuses anything but a picture or
   * PDF.
   */
  saveProof: (bytes: Buffer) => Promise<string>
}

/** One action of a vendor's API as data. */
export interface VendorAction {
  scope: Scope
  input: z.ZodObject
  /** Returns the answer without the vendor's envelope. */
  run: (context: VendorContext, input: never) => Promise<object>
}

/** Gives an action its exact type; unknown parameters are ignored, as the vendors do. */
export const vendorAction = <Shape extends z.ZodRawShape>(
  scope: Scope,
  shape: Shape,
  run: (context: VendorContext, input: z.output<z.ZodObject<Shape>>) => Promise<object>,
): VendorAction => ({ scope, input: z.object(shape), run })

/** Parses the parameters of an action by its schema. Refuses the first that is missing or wrong. */
export function parseInput(action: VendorAction, given: object): never {
  const parsed = action.input.safeParse(given)
  if (parsed.success) return parsed.data as never
  const { path, message } = firstOrThrow(parsed.error.issues)
  const name = path.join('.')
  const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], given)
  return value === undefined || value === '' ? fault('parameter_missing', { name }) : fault('parameter_invalid', { name, reason: message })
}

/** Nested parameters from flat ones: `Set.0` or `Set.1` becomes an element of a list, `Set.1.Name` a field of one. */
export function nested(parameters: Readonly<Record<string, string>>): Record<string, unknown> {
  const root: Node = new Map()
  for (const [name, value] of Object.entries(parameters)) {
    const steps = name.split('.', maxSteps)
    let node = root
    for (const step of steps.slice(0, -1)) {
      const inner = node.get(step)
      const next: Node = inner instanceof Map ? inner : new Map()
      node.set(step, next)
      node = next
    }
    node.set(lastOrThrow(steps), value)
  }
  return Object.fromEntries([...root].map(([name, node]) => [name, plain(node)]))
}

/** A list of objects with lists is the deepest; longer names are ignored. */
const maxSteps = 4

type Node = Map<string, Node | string>

function plain(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const entries = [...node].map(([name, inner]) => [name, plain(inner)] as const)
  const isList = entries.every(([name]) => /^\d{1,4}$/.test(name))
  return isList ? entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value) : Object.fromEntries(entries)
}
