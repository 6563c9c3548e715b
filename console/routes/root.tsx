import { createRootRoute } from '@tanstack/react-router'
import { NotThere } from '../shell/exceptions.tsx'
import { Frame } from '../shell/frame.tsx'

export const root = createRootRoute({ component: Frame, notFoundComponent: NotThere })
