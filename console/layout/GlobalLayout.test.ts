import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { queryClient } from '#console/session.ts'
import { GlobalLayout } from './GlobalLayout.tsx'

test('a member’s page shows the frame, with its menu, before anything is loaded', () => {
  const router = createMemoryRouter([{ path: '*', Component: GlobalLayout }], { initialEntries: ['/sms/broadcast'] })
  const routed = createElement(RouterProvider, { router })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, routed))
  for (const part of ['side', 'brand', 'header', 'page']) expect(html).toContain(`class="hy-frame-${part}"`)
})
