/** CloudFront before everything: any number of viewers may poll, and of each path one request a second and cache reaches the functions. */
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

/** The statuses that CloudFront keeps (its developer guide, "How CloudFront caches HTTP 4xx and 5xx status codes"). */
const KEPT_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]

interface EdgeProps extends StackProps {
  readonly stage: DeploymentStage
  readonly data: DataStack
  readonly api: ApiStack
}

export class EdgeStack extends Stack {
  readonly distribution: Distribution
  /** The arbiter's table: the page's files, under names that change with their content. */
  readonly console: Bucket

  constructor(scope: Construct, id: string, { stage, data, api, ...props }: EdgeProps) {
    super(scope, id, props)
    this.console = new Bucket(this, 'console', {
      ...PRIVATE_BUCKET,
      serverAccessLogsBucket: data.accessLogs,
      serverAccessLogsPrefix: 'console/',
      removalPolicy: stage.keep,
      // What goes with its stack is emptied first; the page is made anew from the sources.
      autoDeleteObjects: stage.keep === RemovalPolicy.DESTROY,
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
        // Made when the page is (esbuild.mjs): no function carries what describes the interface.
        '/openapi.json': page,
      },
      // By default CloudFront caches an error for ten seconds, so that readers would wait for what works again.
      errorResponses: KEPT_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
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
      // A reference that CloudFormation resolves: no template holds it.
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
      // Named for S3, it hands on what a browser says before it reads across origins, and nothing else.
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
    /** For administration: nothing of it is cached at the edge. */
    const uncached: BehaviorOptions = { ...commands, cachePolicy: CachePolicy.CACHING_DISABLED }
    const page: BehaviorOptions = {
      ...common,
      origin: S3BucketOrigin.withOriginAccessControl(this.console),
      responseHeadersPolicy: this.pagePolicy(stage),
      compress: true,
    }
    return { page, feeds, commands, uncached }
  }

  /** Rules of the policy checks that are broken on purpose, each with its reason. */
  private acknowledgeChoices(stage: DeploymentStage): void {
    const { distribution } = this
    acknowledge(distribution, 'CFR1', 'Chess is followed from every country.')
    if (stage.webAclArn === undefined)
      acknowledge(
        distribution,
        'CFR2',
        'The API throttles, functions have shares and tables ceilings; the stack guard makes a web ACL with a rate rule for who wants one.',
      )
    if (stage.domain === undefined)
      acknowledge(
        distribution,
        'CFR4',
        'CloudFront takes no minimum of TLS with its own certificate; with a domain name TLS 1.2 is asked for.',
      )
  }

  /** What the embedded host says with the page: nothing from elsewhere, nothing inline, in nobody's frame. */
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

  #feeds: CachePolicy | undefined

  /**
   * What is cached is what the origin's Cache-Control says, a second mostly. The key holds path, whole query and token: what a
   * token opens is never given to another, and a delayed feed, having a path of its own, never shares a key with the undelayed.
   */
  private feedPolicy(stage: DeploymentStage): CachePolicy {
    this.#feeds ??= new CachePolicy(this, 'feed-cache', {
      // Names of policies are the account's, whatever the region.
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
    return this.#feeds
  }
}
