import { createHash } from 'node:crypto'
import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { PrismaService } from './prisma.service.js'

export type AuthenticatedRequest = FastifyRequest & { accountId: bigint }

/** Authenticates an executor by bearer token, looked up by its hash. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly prisma: PrismaService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    const [scheme, token] = request.headers.authorization?.split(' ') ?? []
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw new UnauthorizedException()
    const hash = createHash('sha256').update(token).digest()
    const credential = await this.prisma.credential.findUnique({ where: { hash }, include: { account: true } })
    if (!credential || credential.kind !== 'AccessToken' || credential.revokedAt) throw new UnauthorizedException()
    if (credential.expiresAt && credential.expiresAt <= new Date()) throw new UnauthorizedException()
    const { account } = credential
    if (account.status === 'Suspended') throw new ForbiddenException()
    if (!account.roles.includes('Executor') || !credential.roles.includes('Executor')) throw new ForbiddenException()
    request.accountId = account.id
    return true
  }
}
