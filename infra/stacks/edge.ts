/**
 * CloudFront in front of API and page: any number of viewers may poll, and about one request a second of each address (path with
 * query), token and edge cache reaches the functions.
 */
import { Aws, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { PAGE_POLICY } from '../../functions/console/policy.ts'
import { ORIGIN_HEADER } from '../../functions/http/origin-header.ts'
import { acknowledge } from '../policy-checks.ts'
import type { DeploymentStage } from '../stage.ts'
import type { ApiStack } from './api.ts'
import { type DataStack, PRIVATE_BUCKET } from './data.ts'

/** The error statuses that CloudFront caches (its developer guide, "How CloudFront caches HTTP 4xx and 5xx status codes"). */
const CACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

interface EdgeProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly api: ApiStack
}

export class EdgeStack extends Stack {
  readonly distribution: Distribution
  /** The files of the arbiter's page, under names that change with their content. */
  readonly console: Bucket

  constructor(scope: Construct, id: string, { stage, data, api, ...props }: EdgeProps) {
    super(scope, id, props)
    this.console = new Bucket(this, 'console', {
      ...PRIVATE_BUCKET,
      serverAccessLogsBucket: data.accessLogs,
      serverAccessLogsPrefix: 'console/',
      removalPolicy: stage.removalPolicy,
      // A bucket must be empty to be deleted with its stack; the page can be built again from the sources.
      autoDeleteObjects: stage.removalPolicy === RemovalPolicy.DESTROY,
    })

    const { page, feeds, commands, uncached } = this.behaviours(stage, data, api)
    this.distribution = new Distribution(this, 'site', {
      comment: `touchmove ${stage.name}`,
      defaultRootObject: 'index.html',
      defaultBehavior: page,
      additionalBehaviors: {
        '/delayed/*': feeds,
        '/livechess/*': feeds,
        '/games*': commands,
        '/tournaments*': commands,
        '/archive*': feeds,
        '/winnable*': feeds,
        '/healthz': feeds,
        '/anchors*': uncached,
        '/log/*': uncached,
        '/persons/*': uncached,
        '/tokens*': uncached,
        '/retention': uncached,
        '/store/*': uncached,
        '/views/*': uncached,
        // A file that is built with the page (esbuild.mjs), so that no function needs the code that describes the interface.
        '/openapi.json': page,
      },
      // By default CloudFront caches an error for ten seconds, so readers would still see it once the service works again.
      errorResponses: CACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      logBucket: data.accessLogs,
      logFilePrefix: 'site/',
      ...(stage.webAclArn !== undefined && { webAclId: stage.webAclArn }),
      ...(stage.domain !== undefined && {
        domainNames: [stage.domain.name],
        certificate: Certificate.fromCertificateArn(this, 'certificate', stage.domain.certificateArn),
      }),
    })
    this.acknowledgeChoices(stage)
    new CfnOutput(this, 'page-bucket', { value: this.console.bucketName })
    new CfnOutput(this, 'site-id', { value: this.distribution.distributionId })
    new CfnOutput(this, 'site-url', { value: `https://${this.distribution.distributionDomainName}` })
  }

  /** How each kind of path is answered: from the page's bucket, or by the API, cached or not. */
  private behaviours(stage: DeploymentStage, data: DataStack, api: ApiStack) {
    const origin = new HttpOrigin(api.hostName, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      // This is a reference that CloudFormation resolves: no template holds the secret.
      customHeaders: { [ORIGIN_HEADER]: data.originSecret.secretValue.unsafeUnwrap() },
    })
    const common: Pick<BehaviorOptions, 'viewerProtocolPolicy' | 'responseHeadersPolicy'> = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    }
    const feeds: BehaviorOptions = {
      ...common,
      origin,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      cachePolicy: this.feedPolicy(stage),
      // In spite of its name it fits any origin: it forwards a browser's CORS headers, and nothing else.
      originRequestPolicy: OriginRequestPolicy.CORS_S3_ORIGIN,
      compress: true,
    }
    const commands: BehaviorOptions = {
      ...common,
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: this.feedPolicy(stage),
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: true,
    }
    /** For administration, of which nothing is cached. */
    const uncached: BehaviorOptions = { ...commands, cachePolicy: CachePolicy.CACHING_DISABLED }
    const page: BehaviorOptions = {
      ...common,
      origin: S3BucketOrigin.withOriginAccessControl(this.console),
      responseHeadersPolicy: this.pagePolicy(stage),
      compress: true,
    }
    return { page, feeds, commands, uncached }
  }

  /** Acknowledges the rules that are broken on purpose, each with its reason. */
  private acknowledgeChoices(stage: DeploymentStage): void {
    const { distribution } = this
    acknowledge(distribution, 'CFR1', 'Chess is followed from every country.')
    if (stage.webAclArn === undefined)
      acknowledge(
        distribution,
        'CFR2',
        'The API throttles and tables have ceilings, as functions have shares where the account has a quota for them; the stack guard makes a web ACL with a rate rule for who wants one.',
      )
    if (stage.domain === undefined)
      acknowledge(
        distribution,
        'CFR4',
        'CloudFront takes no minimum of TLS with its own certificate; with a domain name TLS 1.2 is asked for.',
      )
  }

  /** Sends the page with the same policy as the embedded host does: nothing from elsewhere, nothing inline, in no frame. */
  private pagePolicy(stage: DeploymentStage): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'page-headers', {
      responseHeadersPolicyName: `touchmove-${stage.name}-page-${Aws.REGION}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: PAGE_POLICY, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: false,
          override: true,
        },
      },
    })
  }

  #feedCachePolicy: CachePolicy | undefined

  /**
   * Caches as long as the origin's Cache-Control says, mostly a second. The key holds path, whole query and token: what a token opens
   * is never given to another, and a delayed feed, which has a path of its own, never shares a key with the undelayed one.
   */
  private feedPolicy(stage: DeploymentStage): CachePolicy {
    this.#feedCachePolicy ??= new CachePolicy(this, 'feed-cache', {
      // Names of policies are unique in an account, across regions.
      cachePolicyName: `touchmove-${stage.name}-feeds-${Aws.REGION}`,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'Accept'),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      enableAcceptEncodingBrotli: true,
    })
    return this.#feedCachePolicy
  }
}
