import { Type } from 'class-transformer'
import { IsDate, IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator'

export class ListOffersDto {
  @IsOptional() @IsString() @MaxLength(500)
  Search?: string

  @IsOptional() @Type(() => Number) @IsInt()
  OfferCategoryId?: number

  @IsOptional() @Type(() => Number) @IsInt()
  OfferPlatformId?: number

  @IsOptional() @Type(() => Number) @IsNumber()
  MinReward?: number

  @IsOptional() @Type(() => Number) @IsNumber()
  MaxReward?: number

  @IsOptional() @Type(() => Date) @IsDate()
  ActivatedFrom?: Date

  @IsOptional() @Type(() => Date) @IsDate()
  ActivatedTo?: Date

  @Type(() => Number) @IsInt() @Min(1)
  Page: number = 1

  @Type(() => Number) @IsInt() @Min(1) @Max(100)
  PageSize: number = 20
}
