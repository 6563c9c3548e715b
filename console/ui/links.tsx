import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, FocusEvent, Ref } from 'react'

type LinkProps<Props> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props | 'href'> &
  Props & { readonly ref?: Ref<HTMLAnchorElement> }

/** Typed router links that preload the page on hover. */
export const LinkButton = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />)
export const LinkIcon = createLink((props: LinkProps<ActionIconProps>) => <ActionIcon component="a" {...props} />)
export const LinkAnchor = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)
export const MenuLink = createLink((props: LinkProps<NavLinkProps>) => <NavLink {...props} />)

/** Whether a field is left for a link, which is followed: a list that changes meanwhile would lose the click. */
export const isLeftForLink = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.closest('a[href]') !== null
