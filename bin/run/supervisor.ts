import { type ChildProcess, fork } from 'node:child_process'
import { nodeFlagsOf } from '#bin/build/node-flags.ts'

export interface SupervisorOptions {
  env: NodeJS.ProcessEnv
  /** The file of a program. */
  fileOf: (program: string) => string
  say: (text: string) => void
  /** A program that was ready for this long has not failed at its start: it restarts at once. */
  healthyMs?: number
}

interface Launched {
  program: string
  ownEnv: NodeJS.ProcessEnv
}

const firstDelayMs = 500
const longestDelayMs = 5_000
const healthyMs = 5_000
const stopLimitMs = 15_000

/**
 * Supervisor: keeps programs running as child processes. A crashed one restarts at once or, when it fails repeatedly,
 * with exponential backoff. Children end with the supervisor (their IPC breaks).
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #children = new Map<string, ChildProcess>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #isStopping = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  /**
   * Starts a program, with variables of its own, and resolves with its addresses when it is ready. Rejects when it ends
   * before that.
   */
  start(program: string, ownEnv: NodeJS.ProcessEnv = {}): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      this.#launch({ program, ownEnv }, firstDelayMs, resolve, () => reject(new Error(`程序 ${program} 启动失败，请查看上面的日志`)))
    })
  }

  #launch(launched: Launched, delayMs: number, onReady: (addresses: Record<string, unknown>) => void, onFirstEnd?: () => void): void {
    const { program, ownEnv } = launched
    let readyAtMs: number | null = null
    const child = fork(this.#options.fileOf(program), {
      env: { ...this.#options.env, ...ownEnv },
      execArgv: [...process.execArgv, ...nodeFlagsOf(program)],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    this.#children.set(program, child)
    child.on('message', message => {
      readyAtMs = performance.now()
      onReady((message as { ready: Record<string, unknown> }).ready)
    })
    child.once('exit', (code, signal) => {
      this.#children.delete(program)
      if (this.#isStopping) return
      if (readyAtMs === null && onFirstEnd) return onFirstEnd()
      const isHealthy = readyAtMs !== null && performance.now() - readyAtMs >= (this.#options.healthyMs ?? healthyMs)
      const pauseMs = isHealthy ? 0 : delayMs
      this.#options.say(
        `程序 ${program} 退出（${code === null ? `信号 ${signal}` : `状态 ${code}`}），${pauseMs === 0 ? '立即' : `${pauseMs / 1000} 秒后`}重新启动`,
      )
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        this.#launch(launched, isHealthy ? firstDelayMs : Math.min(pauseMs * 2, longestDelayMs), () =>
          this.#options.say(`程序 ${program} 已恢复`),
        )
      }, pauseMs)
      this.#timers.add(timer)
    })
  }

  /** Ends a running program: it is restarted. */
  restart(program: string): void {
    this.#children.get(program)?.kill('SIGTERM')
  }

  /** Asks every program to end, and kills those that exceed a time limit. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const timer of this.#timers) clearTimeout(timer)
    // In reverse order of start: dependencies end last.
    for (const child of [...this.#children.values()].reverse())
      await new Promise<void>(resolve => {
        const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
        child.once('exit', () => {
          clearTimeout(force)
          resolve()
        })
        child.kill('SIGTERM')
      })
  }
}
