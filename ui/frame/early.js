// Runs before the first paint and before the app: the theme and the frame, so that nothing flashes, and the message
// for an app whose own files do not arrive.
;(() => {
  const root = document.documentElement
  let chosen = null
  let isCollapsed = false
  let wasSignedIn = false
  try {
    chosen = localStorage.getItem('hongyan.theme')
    isCollapsed = localStorage.getItem('hongyan.menuCollapsed') === 'true'
    wasSignedIn = localStorage.getItem('hongyan.session') !== null
  } catch {
    // Storage is switched off: the system's theme stands.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.style.colorScheme = isDark ? 'dark' : 'light'

  const { framed, signIn, nextFiles } = root.dataset
  // Pages inside the frame show it at once (ui/frame/FrameSkeleton.tsx); whoever signs in needs its files next: from
  // the first key or touch on, for many who open the page don't sign in.
  if (new RegExp(framed).test(location.pathname)) root.dataset.frame = location.search === '' ? 'head' : ''
  else if (new RegExp(signIn).test(location.pathname) && nextFiles) {
    const later = window.requestIdleCallback ?? setTimeout
    const begun = new AbortController()
    const begin = () => {
      begun.abort()
      later(() => nextFiles.split(' ').forEach(preload))
    }
    for (const kind of ['pointerdown', 'keydown', 'input']) addEventListener(kind, begin, { capture: true, signal: begun.signal })
  }
  // A visitors' page is drawn as it is at its bare address; from the product page whoever is signed in goes on.
  if (!/^(\?redirect=[^&]*)?$/.test(location.search) || (wasSignedIn && location.pathname === '/')) root.dataset.drawn = 'no'
  if (isCollapsed) root.dataset.menu = 'collapsed'

  function preload(file) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    Object.assign(link, {
      rel: isStyle ? 'preload' : 'modulepreload',
      as: isStyle ? 'style' : '',
      crossOrigin: '',
      fetchPriority: 'low',
      href: file,
    })
    document.head.append(link)
  }

  const tell = () => {
    const place = document.getElementById('root')
    if (!place?.firstElementChild?.hasAttribute('data-static')) return
    place.innerHTML =
      '<main role="alert" style="max-width:32rem;margin:20vh auto;padding:0 1rem;font:14px/22px sans-serif"><h1 style="font-size:20px">页面资源加载失败</h1><p>网络不稳定或页面刚刚更新。请检查网络后重试。</p><button type="button" style="min-height:44px;padding:0 1.5rem;font:inherit">重新加载</button></main>'
    place.querySelector('button').addEventListener('click', () => location.reload())
  }
  const isOurs = element => element instanceof HTMLScriptElement || element?.rel === 'stylesheet'
  addEventListener('error', event => isOurs(event.target) && setTimeout(tell), true)
  // The same 120 seconds as for a page's own chunk (ui/frame/chunk.ts).
  setTimeout(tell, 120_000)
})()
