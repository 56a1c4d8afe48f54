import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { withDescendants } from './processes.ts'

const run = promisify(execFile)
const release = 'bookworm'
const mirror = 'http://deb.debian.org/debian'
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const commandLimitMs = 300_000
const maxTries = 600

/** Whether a Debian root can be made and entered here, with a network and processes of its own. */
export const canMakeRoots = async (): Promise<boolean> =>
  process.getuid?.() === 0 &&
  (await run('debootstrap', ['--version'])
    .then(() => run('unshare', ['--net', '--pid', '--mount', '--fork', 'true']))
    .then(
      () => true,
      () => false,
    ))

/** A bare Debian in a folder: what debootstrap calls minbase, and some packages. */
export async function makeRoot(packages: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-debian-'))
  await chmod(folder, 0o755)
  const included = packages.length > 0 ? [`--include=${packages.join(',')}`] : []
  const architecture = architectures[process.arch] ?? process.arch
  await run('debootstrap', ['--variant=minbase', `--arch=${architecture}`, ...included, release, folder, mirror], { maxBuffer: 2 ** 26 })
  await writeFile(path.join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return folder
}

export async function copyRoot(root: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-debian-'))
  await run('cp', ['-a', `${root}/.`, folder])
  return folder
}

/** A command in a root that shares this machine's network, as for its package manager. */
export const inRoot = (root: string, command: string) =>
  run('chroot', [root, '/usr/bin/env', '-i', `PATH=${rootPath}`, 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', command], {
    cwd: '/',
    maxBuffer: 2 ** 26,
    timeout: commandLimitMs,
  })
const rootPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A running machine made of a root: its network is a loopback of its own, and its processes end with it. */
export class Machine {
  readonly #root: string
  readonly #keeper: ChildProcess
  readonly #pid: number

  private constructor(root: string, keeper: ChildProcess, pid: number) {
    this.#root = root
    this.#keeper = keeper
    this.#pid = pid
  }

  static async start(root: string): Promise<Machine> {
    const init = `
      mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev && mount -t tmpfs tmpfs ${root}/run &&
      ip link set lo up && echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start && echo ready && exec sleep infinity`
    const flags = ['--net', '--pid', '--mount', '--fork', '--kill-child', 'sh', '-c', init]
    const keeper = spawn('unshare', flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(keeper.stdout, 'data')
    const pid = withDescendants(keeper.pid ?? 0).at(1)
    if (pid === undefined) throw new Error('the machine ended at its start')
    return new Machine(root, keeper, pid)
  }

  /** Runs a command as root, from `/root`; rejects when it fails. */
  async run(command: string): Promise<string> {
    const enter = ['--target', String(this.#pid), '--net', '--pid', '--mount', 'chroot', this.#root]
    const shell = ['/usr/bin/env', '-i', `PATH=${rootPath}`, 'HOME=/root', 'sh', '-c', `cd /root && ${command}`]
    const ran = run('nsenter', [...enter, ...shell], { maxBuffer: 2 ** 26, timeout: commandLimitMs })
    const { stdout, stderr } = await ran.catch((error: Error & { stdout?: string }) => {
      throw new Error(`${error.message}\n${error.stdout ?? ''}`, { cause: error })
    })
    return stdout + stderr
  }

  /** Repeats a command until it succeeds; rejects with its last error. */
  async until(command: string): Promise<string> {
    for (let tries = 1; ; tries += 1)
      try {
        return await this.run(command)
      } catch (error) {
        if (tries === maxTries) throw error
        await pause(200)
      }
  }

  async stop(): Promise<void> {
    const ended = once(this.#keeper, 'exit')
    // The first process of its namespace ends with it, and the kernel ends the others.
    this.#keeper.kill('SIGKILL')
    await ended
  }
}

/** Stands for systemd, which does not run in a chroot: starts a unit's command as its user, with its settings. */
const systemctl = `#!/bin/sh
set -e
for last; do :; done
case "$1" in daemon-reload) exit ;; esac
start() {
  file=/etc/systemd/system/$1.service
  [ -e "$file" ] || file=/etc/systemd/system/\${1%%@*}@.service
  [ -e "$file" ] || file=/lib/systemd/system/$1.service
  instance=\${1#*@}
  value() { sed -n "s/^$2=//p" "$1" | sed "s/%i/$instance/"; }
  user=$(value "$file" User | head -1)
  for folder in $(value "$file" StateDirectory | sed 's,^,/var/lib/,') $(value "$file" RuntimeDirectory | sed 's,^,/run/,'); do
    install -d -m 0700 -o "\${user:-root}" "$folder"
  done
  settings=$(for one in $(value "$file" EnvironmentFile | sed 's/^-//'); do grep -v '^#' "$one" || true; done; value "$file" Environment)
  command=$(value "$file" ExecStart | sed 's/ [$][A-Z]*//')
  home=$(getent passwd "\${user:-root}" | cut -d: -f6)
  run="setpriv --reuid=\${user:-root} --regid=\${user:-root} --clear-groups env -i PATH=$PATH HOME=$home $settings $command"
  if [ "$(value "$file" Type)" = oneshot ]; then $run >"/var/log/$1.log" 2>&1; return; fi
  setsid $run >"/var/log/$1.log" 2>&1 </dev/null &
  echo $! >"/run/$1.pid"
}
stop() {
  [ -e "/run/$1.pid" ] || return 0
  pid=$(cat "/run/$1.pid")
  kill "$pid"
  # Nobody waits for the orphans of this machine: they stay zombies.
  while grep -q '^State:.[^Z]' "/proc/$pid/status" 2>/dev/null; do sleep 0.2; done
  rm "/run/$1.pid"
}
case "$1 $last" in
disable*) stop "\${last%.service}" ;;
*.target)
  start hongyan-migrate
  for unit in $(sed -n 's/^Wants=//p' "/etc/systemd/system/$last"); do start "\${unit%.service}"; done ;;
*) stop "\${last%.service}"; start "\${last%.service}" ;;
esac
`
/** Waits for the line, as a person does who tries again. */
const journalctl = `#!/bin/sh
for last; do :; done
for try in $(seq 600); do
  grep "$last" /var/log/hongyan.log && exit
  sleep 0.2
done
cat /var/log/hongyan.log
exit 1
`

export async function addStandIns(root: string): Promise<void> {
  for (const [name, text] of Object.entries({ systemctl, journalctl }))
    await writeFile(path.join(root, 'usr/local/bin', name), text, { mode: 0o755 })
}

export async function putInto(root: string, files: string[]): Promise<void> {
  await mkdir(path.join(root, 'root'), { recursive: true })
  for (const file of files) await cp(file, path.join(root, 'root', path.basename(file)))
}

export const removeRoot = (root: string): Promise<void> => rm(root, { recursive: true, force: true })
