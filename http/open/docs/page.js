// The page is whole without this script: it adds search, copying, the choice of a language and of a theme.
const root = document.documentElement
const read = name => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}
// Before the first paint, so that a chosen theme does not flash.
const chosen = read('hongyan-docs-theme')
if (chosen) root.dataset.theme = chosen

document.addEventListener('DOMContentLoaded', () => {
  const status = document.getElementById('status')
  let forget = 0
  const tell = text => {
    status.textContent = text
    clearTimeout(forget)
    forget = setTimeout(() => {
      status.textContent = ''
    }, 1500)
  }

  const showLanguage = language => {
    for (const tabs of document.querySelectorAll('.tabs')) {
      const samples = [...tabs.querySelectorAll('[data-sample]')]
      const shown = samples.find(one => one.dataset.sample === language) ?? samples[0]
      for (const sample of samples) sample.hidden = sample !== shown
      for (const button of tabs.querySelectorAll('[data-language]'))
        button.setAttribute('aria-pressed', String(button.dataset.language === shown.dataset.sample))
    }
  }
  showLanguage(read('hongyan-docs-language') ?? 'curl')

  document.getElementById('theme').addEventListener('click', () => {
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = isDark ? 'light' : 'dark'
    keep('hongyan-docs-theme', root.dataset.theme)
  })

  const nav = document.getElementById('nav')
  const menu = document.getElementById('menu')
  const openMenu = isOpen => {
    nav.classList.toggle('open', isOpen)
    menu.setAttribute('aria-expanded', String(isOpen))
  }
  menu.addEventListener('click', () => openMenu(!nav.classList.contains('open')))

  document.addEventListener('click', async event => {
    const { target } = event
    if (target.dataset.language) {
      const top = target.getBoundingClientRect().top
      keep('hongyan-docs-language', target.dataset.language)
      showLanguage(target.dataset.language)
      // Other samples change their height, too: what was clicked stays where it is.
      scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' })
    } else if (target.classList.contains('copy')) {
      const text = target.parentElement.querySelector('code').textContent
      try {
        await navigator.clipboard.writeText(text)
        tell('已复制')
      } catch {
        getSelection().selectAllChildren(target.parentElement.querySelector('code'))
        tell('请按 Ctrl+C 复制')
      }
    } else if (target.closest?.('nav a')) openMenu(false)
  })

  const search = document.getElementById('search')
  const nothing = document.getElementById('nothing')
  const fits = (one, words) => words.every(word => one.dataset.words.includes(word))
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const link of nav.querySelectorAll('a')) {
      const isShown = fits(link, words)
      link.parentElement.hidden = !isShown
      count += isShown ? 1 : 0
    }
    for (const title of nav.querySelectorAll('.navtitle')) title.hidden = !title.nextElementSibling.querySelector('li:not([hidden])')
    let codes = 0
    for (const row of document.querySelectorAll('.errors tbody tr')) {
      row.hidden = words.length > 0 && !fits(row, words)
      codes += row.hidden ? 0 : 1
    }
    // Where only error codes fit, their table is what is meant; where none does, all of them stay.
    if (codes === 0) for (const row of document.querySelectorAll('.errors tbody tr')) row.hidden = false
    const errorsLink = nav.querySelector('a[href="#errors"]')
    if (words.length > 0 && codes > 0) {
      errorsLink.parentElement.hidden = false
      count += 1
    }
    nothing.hidden = count > 0
    if (words.length > 0) openMenu(matchMedia('(max-width: 900px)').matches)
  })
  search.addEventListener('keydown', event => {
    if (event.key === 'Enter') {
      const first =
        [...nav.querySelectorAll('li:not([hidden]) a')].find(link => link.offsetParent) ?? nav.querySelector('li:not([hidden]) a')
      first?.click()
    }
    if (event.key === 'Escape') {
      search.value = ''
      search.dispatchEvent(new Event('input'))
      openMenu(false)
    }
  })
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault()
      search.focus()
    }
  })

  const links = new Map([...nav.querySelectorAll('a')].map(link => [link.hash.slice(1), link]))
  const seen = new IntersectionObserver(
    entries => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        const link = links.get(entry.target.id)
        link?.setAttribute('aria-current', 'true')
        if (link && !nav.matches(':hover')) link.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      }
    },
    { rootMargin: '-70px 0px -75% 0px' },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section) seen.observe(section)
  }
})
