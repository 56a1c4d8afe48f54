import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  createServer,
  createServerModuleRunner,
  defineConfig,
  type ESTree,
  type Plugin,
  type Rolldown,
  type UserConfig,
  Visitor,
  type ViteDevServer,
} from 'vite'
import { chunkGroups, chunkNames } from './bin/build/chunks.ts'
import { pagePaths } from './contract/pages.ts'
import { FrameSkeleton, type SkeletonHead } from './ui/frame/FrameSkeleton.tsx'
import { antdKey, themeCss } from './ui/theme/theme.ts'

/**
 * The two browser apps: `vite build --mode console`, `vite build --mode admin`. Both take the kit's icons and early
 * script.
 */
const apps = {
  console: { port: 5173, api: 'http://127.0.0.1:4000', title: undefined },
  admin: { port: 5174, api: 'http://127.0.0.1:4001', title: '运营后台' },
} as const
type AppName = keyof typeof apps
const isApp = (name: string): name is AppName => name in apps

/** What whoever signs in needs next: scripts and styles of the frame. */
const nextFiles = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle)
    .flatMap(file =>
      file.type === 'chunk' && file.name === chunkNames.frame ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])] : [],
    )
    .map(file => `/${file}`)
    .join(' ')

const staticFrame = (name: AppName, head: SkeletonHead | null = null) =>
  renderToStaticMarkup(createElement(FrameSkeleton, { name: apps[name].title, isStatic: true, head }))

/**
 * First paint: index.html has early.js, the tokens and the frame, and the style sheet follows them, so that the browser
 * draws the frame before it has another file. It names the next files too, which early.js preloads where one signs in.
 */
const firstPaint = (name: AppName): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const read = (file: string) => readFileSync(path.join(import.meta.dirname, 'ui/frame', file), 'utf8')
      const css = themeCss + read('frame-skeleton.css')
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return sheets
        .reduce((rest, sheet) => rest.replace(sheet, ''), html)
        .replace('<script data-early></script>', () => `<script>${read('early.js')}</script>`)
        .replace('</head>', () => `<style>${css}</style></head>`)
        .replace('<html ', `<html data-next-files="${nextFiles(bundle)}" `)
        .replace('<div id="root"></div>', () => `<div id="root">${staticFrame(name)}</div>${sheets.join('')}`)
    },
  },
})

/** Loads a module of the pages here, by a server to be closed after its use. */
async function loadModule<T extends object>(file: string): Promise<[T, ViteDevServer]> {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  return [await createServerModuleRunner(server.environments.ssr).import<T>(file), server]
}

/**
 * Pages of the console with their title in the first paint: `pages` and the address. Pages inside the frame have their
 * head, visitors' pages are drawn whole, below their styles.
 */
const drawnPages: Plugin = {
  name: 'drawn-pages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const file = bundle['index.html']
      if (file?.type !== 'asset') throw new Error('there is no index.html')
      const index = String(file.source)
      const [sheet = ''] = index.match(/<link rel="stylesheet"[^>]*>/) ?? []
      const [{ drawPage, skeletonHead, titleOf }, server] = await loadModule<DrawnPage>('/console/layout/drawn-page.tsx')
      for (const path of pagePaths) {
        const head = skeletonHead(path)
        const drawn = head ? staticFrame('console', head) : await drawPage(path)
        if (!drawn) continue
        // At the start of the body: styles that come with the frame are before it.
        const source = (head ? index : index.replace(sheet, '').replace('<body>', () => `<body>${sheet}`))
          .replace(staticFrame('console'), () => drawn)
          .replace('<title>鸿雁</title>', () => `<title>${titleOf(path)} - 鸿雁</title>`)
        this.emitFile({ type: 'asset', fileName: `${head ? 'pages' : 'visitors'}${path === '/' ? '/home' : path}.html`, source })
      }
      await server.close()
    },
  },
}
type DrawnPage = typeof import('./console/layout/drawn-page.tsx')

/** In place of the hooks that make styles in the browser. */
const withoutStyles = `
export const genStyleHooks = () => () => ['', '${antdKey}']
export const genComponentStyleHook = () => () => ''
export const genSubStyleComponent = () => () => null
export const genCssVar = `
const isStyleHook = ({ callee }: ESTree.CallExpression) =>
  callee.type === 'Identifier' && /^gen(?:StyleHooks|ComponentStyleHook|SubStyleComponent)$/.test(callee.name)

type AntdCss = typeof import('./ui/theme/antd-css.tsx')

/** antd's styles as a sheet, without the code that makes them: to run it took a third of a page's time. */
function antdSheet(): Plugin {
  const stylesOf = new Map<string, string[]>()
  let drawn: ReadonlySet<string> = new Set()
  return {
    name: 'antd-sheet',
    apply: 'build',
    load: {
      filter: { id: /\/ui\/theme\/antd\.css$/ },
      async handler() {
        const [{ antdCss }, server] = await loadModule<AntdCss>('/ui/theme/antd-css.tsx')
        const { css, names } = antdCss()
        await server.close()
        drawn = names
        return css
      },
    },
    transform: {
      filter: { id: /\/antd\/es\/.*\/(?:style(?:\/[\w-]+)*|genStyleUtils)\.js$/ },
      handler(code, id) {
        if (id.endsWith('/genStyleUtils.js')) return code.replace(/.*export const genCssVar = /s, withoutStyles)
        let [text, end] = ['', 0]
        new Visitor({
          CallExpression(call) {
            const [name, ...rest] = call.arguments
            if (!isStyleHook(call) || !name) return
            const [part = '', style = part] = [...code.slice(name.start, name.end).matchAll(/[\w-]+/g)].map(String)
            stylesOf.set(id, [...(stylesOf.get(id) ?? []), `${part}-${style}`])
            text += `${code.slice(end, call.start)}/* @__PURE__ */ ${code.slice(call.start, name.start)}`
            end = rest.at(-1)?.end ?? name.end
          },
        }).visit(this.parse(code))
        return text + code.slice(end)
      },
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
      const missing = modules.flatMap(id => stylesOf.get(id) ?? []).filter(name => !drawn.has(name))
      if (missing.length > 0) this.error(`ui/theme/antd-css.tsx draws no ${missing.join(', ')}`)
    },
  }
}

/** Names that antd's parts have in English alone: no property and no locale changes them. */
const partNames = { 'Increase Value': '增加', 'Decrease Value': '减少', Clear: '清除' }
const chineseParts: Plugin = {
  name: 'chinese-parts',
  transform: {
    filter: { id: /@rc-component\/(?:input-number|select)\/.*\.js/ },
    handler: code => Object.entries(partNames).reduce((text, [english, chinese]) => text.replaceAll(`'${english}'`, `'${chinese}'`), code),
  },
}

/** Makers of JSON schemas, which every zod schema refers to: no page asks for one. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js/ },
    handler: code =>
      [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => `export const ${name} = () => undefined`).join('\n'),
  },
}

/** Indexes of packages, through which each module would seem to load a whole package. */
const indexes: Record<string, string> = { antd: 'antd/es', '@ant-design/icons': '@ant-design/icons/es/icons' }
/** The file of each part of a package. */
const partFiles = Object.fromEntries(
  Object.entries(indexes).map(([name, folder]) => {
    const index = readFileSync(path.join(import.meta.dirname, 'node_modules', folder, 'index.js'), 'utf8')
    const exports = index.matchAll(/export \{ default as (\w+) \} from ['"]\.\/([\w-]+)['"]/g)
    return [name, new Map([...exports].map(([, part, file]) => [part, `${folder}/${file}`]))]
  }),
)
/** `import { Button } from 'antd'` as one import for each part: so bin/build/chunks.ts can tell what a page needs. */
const partImports: Plugin = {
  name: 'part-imports',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { code: /from ["'](?:antd|@ant-design\/icons|@rc-component\/form)["']/ },
    handler: (code, id) =>
      id.endsWith('/antd/es/form/context.js')
        ? code.replace("'@rc-component/form'", "'@rc-component/form/es/FormContext'")
        : code.replaceAll(/import \{([^}]*)\} from "(antd|@ant-design\/icons)";/g, (_, names: string, index: string) =>
            names
              .split(',')
              .map(name => name.trim().split(' as '))
              .map(([part = '', local = part]) => `import ${local} from "${partFiles[index]?.get(part)}";`)
              .join(''),
          ),
  },
}

export default defineConfig(({ mode, command }): UserConfig => {
  // A build is for production whoever starts it: a test's own NODE_ENV would give it React's development form.
  if (command === 'build') process.env.NODE_ENV = 'production'
  const name = isApp(mode) ? mode : 'console'
  const target = process.env.API_URL ?? apps[name].api
  return {
    root: path.join(import.meta.dirname, name),
    publicDir: path.join(import.meta.dirname, 'console/public'),
    cacheDir: path.join(import.meta.dirname, `node_modules/.vite-${name}`),
    // Modes name the app, so React is told apart by the command.
    define: { 'process.env.NODE_ENV': JSON.stringify(command === 'build' ? 'production' : 'development') },
    plugins: [react(), antdSheet(), chineseParts, withoutJsonSchema, partImports, firstPaint(name), name === 'console' && drawnPages],
    server: {
      port: apps[name].port,
      // The server lets only its own origin change things, so the proxy speaks as that origin.
      proxy: { '/api': { target, changeOrigin: true, headers: { origin: new URL(target).origin } } },
      fs: { allow: [import.meta.dirname] },
    },
    build: {
      outDir: path.join(import.meta.dirname, 'dist', name),
      emptyOutDir: true,
      manifest: true,
      // Its packages do not say that they have no side effects: whole forms would come with every page.
      rolldownOptions: {
        treeshake: { moduleSideEffects: [{ test: /@rc-component\/form/, sideEffects: false }] },
        output: { codeSplitting: chunkGroups(path.join(import.meta.dirname, name, 'index.html')) },
      },
      target: 'es2022',
      // Fonts and images stay files: the policy of the page allows data: for images alone.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1200,
    },
  }
})
