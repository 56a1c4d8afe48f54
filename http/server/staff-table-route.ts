import { z } from 'zod'
import type { StaffPermission } from '#contract/identity/permission.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordStaffAct } from '#domain/staff/index.ts'
import type { App } from './app.ts'
import { requireStaff } from './member.ts'
import type { Services } from './serve.ts'
import { serveTableRoutes, type TableFile } from './table-route.ts'

interface StaffTableRoute<Answer extends z.ZodType> {
  path: string
  fileNameHeader: string
  audience: { permission: StaffPermission | null }
  answer: Answer
}

/**
 * A route where staff upload a small table. Each upload is logged, also an unreadable one: its rows are applied by
 * another call.
 */
export function serveStaffTableRoutes<Answer extends z.ZodType>(
  app: App,
  services: Services,
  route: StaffTableRoute<Answer>,
  read: (file: TableFile, staffId: string) => Promise<z.output<Answer>>,
): void {
  serveTableRoutes(
    app,
    route,
    async request => {
      const { staffId } = await requireStaff(services, request, route.audience.permission)
      const note = (object: string, result: string) =>
        recordStaffAct(services.db, {
          staffId,
          action: route.path.replace('/api/admin/', ''),
          object,
          result,
          address: request.ip,
          requestId: request.id,
          at: services.now(),
        })
      return { staffId, note }
    },
    async ({ staffId, note }, file) => {
      try {
        const answer = z.encode(route.answer, await read(file, staffId))
        await note(file.fileName, 'ok')
        return answer
      } catch (error) {
        if (error instanceof Refusal) await note(file.fileName, error.code)
        throw error
      }
    },
  )
}
